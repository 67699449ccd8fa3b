// Made-up sites of the kinds that are hard to divide: flat addresses, lists, groups, breadcrumbs.

/** The sections that a person would choose for a site: their names, two pages of each, and names that are fine, too. */
export interface Outline {
  readonly origin: string;
  readonly sections: readonly { readonly name: string; readonly urls: readonly string[] }[];
  readonly fine?: readonly string[];
}

interface MadeUp {
  readonly name: string;
  readonly outline: Outline;
  /** HTML by path, the homepage first. */
  readonly files: Readonly<Record<string, string>>;
}

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
const prose = (topic: string) =>
  `<h1>${topic}</h1><p>This page is about ${topic}, and about what one needs for it.</p>`;
const link = (path: string, text: string) => `<a href="${path}">${text}</a>`;
const list = (links: readonly string[]) => `<ul>${links.map((one) => `<li>${one}</li>`).join("")}</ul>`;

/** A blog whose posts have flat addresses and a category each, beside a list of all categories. */
function blog(): MadeUp {
  const categories = { baking: ["rye", "rolls", "cake", "crust"], garden: ["peas", "beans", "soil", "worms"] };
  const side = `<aside>${list(Object.keys(categories).map((name) => link(`/category/${name}/`, name)))}</aside>`;
  const files: Record<string, string> = { "/": html("Hilltop", `${prose("Hilltop")}${side}`) };
  for (const [category, posts] of Object.entries(categories))
    for (const post of posts) {
      const filed = `<p>Filed under <a rel="category tag" href="/category/${category}/">${category}</a></p>`;
      files[`/${post}/`] = html(`${post} – Hilltop`, `<main>${prose(post)}${filed}</main>${side}`);
    }
  const sections = Object.entries(categories).map(([name, [a = "", b = ""]]) => ({ name, urls: [`/${a}/`, `/${b}/`] }));
  return { name: "blog", outline: { origin: "https://hilltop.example", sections }, files };
}

/** A city whose pages have flat addresses and are grouped in one menu. */
function city(): MadeUp {
  const groups = {
    "Living here": ["Housing", "Schools", "Waste"],
    Visiting: ["Museums", "Hotels", "Maps"],
    "Town hall": ["Council", "Forms", "Taxes"],
  };
  const pathOf = (name: string) => `/${name.toLowerCase()}`;
  const menu = Object.entries(groups).map(
    ([group, names]) => `<button>${group}</button>${list(names.map((name) => link(pathOf(name), name)))}`,
  );
  const nav = `<nav>${list(menu)}</nav><footer>${link("/imprint", "Imprint")} ${link("/privacy", "Privacy")}</footer>`;
  const files: Record<string, string> = { "/": html("City of Alder", `${nav}<main>${prose("Alder")}</main>`) };
  for (const name of [...Object.values(groups).flat(), "Imprint", "Privacy"])
    files[pathOf(name)] = html(`${name} | City of Alder`, `${nav}<main>${prose(name)}</main>`);
  const sections = Object.entries(groups).map(([name, [a = "", b = ""]]) => ({ name, urls: [pathOf(a), pathOf(b)] }));
  const optional = { name: "Optional", urls: ["/imprint", "/privacy"] };
  return { name: "city", outline: { origin: "https://alder.example", sections: [...sections, optional] }, files };
}

/** A campaign whose folders have other names than the menu pages that list them. */
function campaign(): MadeUp {
  const parts = [
    { page: "/make", label: "Make art", folder: "/how-to/", names: ["banners", "drums", "flags"] },
    { page: "/seen", label: "Examples", folder: "/projects/", names: ["march", "tour", "mural"] },
  ];
  const nav = `<nav>${list(parts.map(({ page, label }) => link(page, label)))}</nav>`;
  const files: Record<string, string> = { "/": html("Art Works", `${nav}<main>${prose("Art Works")}</main>`) };
  for (const { page, label, folder, names } of parts) {
    const listed = list(names.map((name) => link(folder + name, name)));
    files[page] = html(`Art Works – ${label}`, `${nav}<main>${prose(label)}${listed}</main>`);
    for (const name of names) files[folder + name] = html(`Art Works – ${name}`, `${nav}<main>${prose(name)}</main>`);
  }
  const sections = parts.map(({ label, folder, names: [a = "", b = ""] }) => ({
    name: label,
    urls: [folder + a, folder + b],
  }));
  return { name: "campaign", outline: { origin: "https://artworks.example", sections }, files };
}

export const MADE_UP: readonly MadeUp[] = [blog(), city(), campaign()];
