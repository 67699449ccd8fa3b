import { expect, it } from "vitest";
import { html, menu, outlineOf, pagesOf, prose } from "./fixtures/small-site.ts";

const page = (title: string, nav = "", body = "") =>
  html(title, `${nav}${prose(title).replace("</main>", `${body}</main>`)}`);
const list = (paths: readonly string[]) =>
  `<ul>${paths.map((path) => `<li><a href="${path}">T${path}</a></li>`).join("")}</ul>`;
const each = (paths: readonly string[], nav = "") =>
  Object.fromEntries(paths.map((path) => [path, page(`T${path}`, nav)]));

it("pages that the site places nowhere else stand as their section's index page lists them", () => {
  const own = ["/crew/dan", "/crew/ann", "/crew/cy", "/crew/bo"];
  const nav = menu("Crew /crew/", "Berths /berths");
  const site = (listed: readonly string[]) => ({
    "/": page("Harbour", nav),
    "/crew/": page("Crew", nav, list(listed)),
    ...each(["/berths", ...own], nav),
  });
  const crewOf = (listed: readonly string[]) => outlineOf(pagesOf(site(listed))).Crew;
  expect(crewOf(own)).toEqual(["Crew", ...own.map((path) => `T${path}`)]);
  // A list of few says nothing about the others.
  expect(crewOf(["/crew/cy", "/crew/bo"])?.slice(-2)).toEqual(["T/crew/ann", "T/crew/dan"]);
});

it("numbers in addresses are compared as numbers", () => {
  const paths = ["/unit-1", "/unit-10", "/unit-2"];
  expect(outlineOf(pagesOf({ "/": page("Harbour"), ...each(paths) })).Pages).toEqual([
    "T/unit-1",
    "T/unit-2",
    "T/unit-10",
  ]);
});

it("a link with the site's name gives a page no place in the menu", () => {
  const nav = `<nav><a href="/state">Harbour</a></nav>${menu("Tides /tides", "State of the tides /state")}`;
  const site = { "/": page("Harbour", nav), ...each(["/state", "/tides"], nav) };
  expect(outlineOf(pagesOf(site))).toEqual({ Pages: ["T/tides", "T/state"] });
});

it("the leftover section takes no place from a folder with the site's name", () => {
  const nav = menu(
    "Harbour /harbour/",
    ["Arrays", ["A /arrays/a", "B /arrays/b"]],
    ["Boats", ["C /boats/c", "D /boats/d"]],
  );
  const paths = ["/arrays/a", "/arrays/b", "/boats/c", "/boats/d", "/harbour/", "/harbour/x"];
  expect(
    Object.keys(
      outlineOf(pagesOf({ "/": page("Harbour", nav), ...each(paths, nav), "/harbour/": page("Harbour", nav) })),
    ),
  ).toEqual(["Arrays", "Boats", "Pages"]);
});
