import Article from "../article";

export const generateStaticParams = () =>
  Array.from({ length: Number(process.env.BENCH_PAGES) - 1 }, (_, at) => ({ slug: `topic-${at + 1}` }));

export default async function Page({ params }) {
  return <Article slug={(await params).slug} />;
}
