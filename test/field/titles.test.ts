// Titles, descriptions and names damaged by plugins and themes, after public reports.
import { links, page, testCases, text } from "./field.ts";

const described = (content: string) => `<meta name="description" content="${content}">`;
/** Sentences that are not boilerplate by any rule. */
const SAYS = [
  "Herons nest on the north mole",
  "Nobody may anchor between two lights",
  "Salt is kept behind the market",
  "A pilot boards each ship",
  "Winter ice closes the basin",
  "Two ferries cross each hour",
  "Nets dry along the wall",
  "Bells ring when fog comes in",
] as const;
const NAMES = ["Anchors", "Bollards", "Cranes", "Davits", "Ensigns", "Fenders", "Gaffs", "Hulls"];

testCases([
  {
    name: "unfilled placeholders of plugins are no titles and no descriptions",
    site: () => {
      const bad = [
        "%%title%% %%sep%% Pier",
        "{{ page.title }} - Pier",
        "undefined | Pier",
        "[object Object] | Pier",
        "null",
        "\u0024{page.title} | Pier",
        "%title% | Pier",
        "[[*pagetitle]] | Pier",
      ];
      const of = (title: string, at: number) =>
        [
          `/${at}`,
          page(title, text(title), { h1: NAMES[at] ?? "", head: described(title.replace(/title/, "excerpt")) }),
        ] as const;
      return {
        "/": page(
          "%%sitename%%",
          `<p>A pier for small boats and their crews.</p>${links(...bad.map((_, at) => `/${at}`))}`,
          { h1: "Pier", head: described("%%sitedesc%%") },
        ),
        ...Object.fromEntries(bad.map(of)),
      };
    },
    says: ["# Pier\n", "> A pier for small boats", ...NAMES.map((name) => `[${name}]`)],
    never: [/%|\{|undefined|\[object|null|pagetitle/],
  },
  {
    name: "the site's name is cut from titles at either side, dashes within them stay",
    site: () => {
      const titles = ["Ropes - an introduction", "Plus-Minus", "Sails | Masts", "ARM : why it stopped"];
      const affixes = [
        (title: string) => `Tar Lane » ${title} I`,
        (title: string) => `${title} II — Tar Lane`,
        (title: string) => `${title} III | Docs | Tar Lane`,
      ];
      const all = affixes.flatMap((affix, of) =>
        titles.map((title, at) => [`/${of}/${at}`, page(affix(title), text(`${of}${at}`), { h1: title })] as const),
      );
      return {
        "/": page("Tar Lane", `<p>All about tar and rope.</p>${links(...all.map(([path]) => path))}`),
        ...Object.fromEntries(all),
      };
    },
    says: ["I", "II", "III"].flatMap((n) => [
      `[Ropes - an introduction ${n}]`,
      `[Plus-Minus ${n}]`,
      `[Sails | Masts ${n}]`,
      `[ARM : why it stopped ${n}]`,
    ]),
  },
  {
    name: "titles come from the document's own <title>, else from its h1, with whole emoji",
    site: () => {
      const bare = (head: string, body: string) =>
        `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
      return {
        "/": page(
          "⚓ Works",
          `<p>Works for anchors.</p>${links("/svg", "/two", "/blank", "/lines", "/emoji", "/sign")}`,
        ),
        "/svg": bare("", `<svg><title>Logo</title></svg><main><h1>Real head</h1>${text("svg")}</main>`),
        "/two": bare(
          "<title>First title</title><title>Second title</title>",
          `<main><h1>Head</h1>${text("two")}</main>`,
        ),
        "/blank": bare("<title> &nbsp; </title>", `<main><h1>Head of blank</h1>${text("blank")}</main>`),
        "/lines": bare("<title>\n  Title in\n\t lines\n</title>", `<main>${text("lines")}</main>`),
        "/emoji": page("👩‍👩‍👧 Families 🇩🇪 1️⃣", text("emoji")),
        "/sign": page("🏠", text("sign"), { h1: "House of boats" }),
      };
    },
    says: [
      "[Real head]",
      "[First title]",
      "[Head of blank]",
      "[Title in lines]",
      "[👩‍👩‍👧 Families 🇩🇪 1️⃣]",
      "[House of boats]",
    ],
    never: [/Logo|Second title|Untitled|\ufffd/],
  },
  {
    name: "a library's main class keeps the library's name, and a heading for screen readers is a title",
    site: () => {
      const menu = links(["/Hive", "Hive"], ["/Hive#open", "open"], ["/Comb", "Comb"], ["/rules", "Rules"]);
      const file = (name: string) =>
        page(`${name} | Hive`, `<h2>Methods</h2><h4>open</h4>${text(name)}`, { h1: "", before: menu });
      return {
        "/": page("Hive", text("home"), { before: menu }),
        ...Object.fromEntries(["Hive", "Comb", "Queen", "Drone"].map((name) => [`/${name}`, file(name)])),
        "/rules": `${menu}<h1 class="visually-hidden">Rules of the hive</h1><main><h2>Swarms</h2>${text("rules")}</main>`,
      };
    },
    says: [/\[Hive\]\(.*\/Hive\)/, "[Comb]", "[Rules of the hive]"],
  },
  {
    name: "a meaningless description is replaced by the first paragraph",
    site: () => {
      const empty = [
        "Title of 0",
        "A yard for pitch.",
        "...",
        "  ",
        "All about us.",
        "All about us.",
        "All about us.",
        "Title of 7 | Pitch yard",
      ];
      const of = (content: string, at: number) =>
        [
          `/${at}`,
          page(`Title of ${at} | Pitch yard`, `<p>${SAYS[at]}.</p>${text(`d${at}`)}`, {
            h1: `Title of ${at}`,
            head: described(content),
          }),
        ] as const;
      return {
        "/": page("Pitch yard", `<p>Welcome.</p>${links(...empty.map((_, at) => `/${at}`))}`, {
          head: described("A yard for pitch."),
        }),
        ...Object.fromEntries(empty.map(of)),
      };
    },
    says: SAYS.map((sentence) => new RegExp(`\\): ${sentence}`)),
  },
  {
    name: "posts that the front page shows in full have excerpts, the newest first",
    site: () => {
      const posts = [
        ["/2026/11/fog", "Fog at the mole"],
        ["/2026/10/storm", "Storm in the bay"],
      ] as const;
      const article = ([path, title]: readonly [string, string]) =>
        `<article><h2><a href="${path}">${title}</a></h2>${text(path, 9)}</article>`;
      return {
        "/": page("Log of the watch", posts.map(article).join("")),
        ...Object.fromEntries(
          posts.map(([path, title]) => [path, page(`${title} – Log of the watch`, text(path, 9), { h1: title })]),
        ),
      };
    },
    inOrder: ["/2026/11/fog", "/2026/10/storm"],
    says: [/\/fog\): ./, /\/storm\): ./],
  },
]);
