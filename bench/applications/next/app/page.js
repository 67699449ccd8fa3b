import Article from "./article";

export default function Page() {
  return <Article slug="index" />;
}
