"use client";

import { useEffect, useState } from "react";

export default function Article({ slug }) {
  const [page, setPage] = useState();
  useEffect(() => {
    fetch(`/data/${slug}.json`)
      .then((answer) => answer.json())
      .then((data) => {
        document.title = slug === "index" ? data.site : `${data.title} | ${data.site}`;
        setPage(data);
      });
  }, [slug]);
  if (page === undefined) return <p>Loading…</p>;
  return (
    <main>
      <h1>{page.title}</h1>
      {page.text.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <ul>
        {page.links.map(({ slug: to, title }) => (
          <li key={to}>
            <a href={`/${to}`}>{title}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
