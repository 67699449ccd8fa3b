import { createElement as h, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const slug = location.pathname.split("/")[1] || "index";

function Article() {
  const [page, setPage] = useState();
  useEffect(() => {
    fetch(`/data/${slug}.json`)
      .then((answer) => answer.json())
      .then((data) => {
        document.title = slug === "index" ? data.site : `${data.title} | ${data.site}`;
        setPage(data);
      });
  }, []);
  if (page === undefined) return h("p", null, "Loading…");
  const link = ({ slug: to, title }) => h("li", { key: to }, h("a", { href: `/${to}` }, title));
  return h(
    "main",
    null,
    h("h1", null, page.title),
    page.text.map((words, at) => h("p", { key: at }, words)),
    h("ul", null, page.links.map(link)),
  );
}

createRoot(document.querySelector("#app")).render(h(Article));
