// As DocC's renderer goes about it: the page's data first, the index of all pages later, each drawn when it is there.
const slug = location.pathname.split("/")[1] || "index";
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const load = async (name) => (await fetch(`/data/${name}.json`)).json();
const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

const app = document.querySelector("#app");
app.append(element("p", "Loading…"));
const { title, site, text, links } = await load(slug);
await pause(120);
document.title = slug === "index" ? site : `${title} | ${site}`;
const main = document.createElement("main");
main.append(element("h1", title), ...text.map((words) => element("p", words)));
app.replaceChildren(main);
await pause(400);
const list = document.createElement("ul");
for (const { slug: to, title: words } of links) {
  const item = document.createElement("li");
  item.append(Object.assign(element("a", words), { href: `/${to}` }));
  list.append(item);
}
main.append(element("h2", "See also"), list);
await pause(700);
const nav = document.createElement("nav");
for (const { slug: to, title: words } of await load("navigation"))
  nav.append(Object.assign(element("a", words), { href: `/${to}` }));
app.prepend(nav);
