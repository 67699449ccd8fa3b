import { describe, expect, test } from "vitest";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import type { Page } from "../page.ts";
import { addressProblem, isDoubtfulTool, pageProblem } from "./not-a-page.ts";

const at = (path: string) => `https://x.dev${path}`;

describe("an address that is never asked for", () => {
  test.each([
    ["/log-out", "not a page"],
    ["/wp-admin/post.php", "not a page"],
    ["/wp-login.php", "not a page"],
    ["/xmlrpc.php", "not a page"],
    ["/cdn-cgi/l/email-protection", "not a page"],
    ["/shop/hat?add-to-cart=7", "not a page"],
    ["/login?next=/a", "not a page"],
    ["/?s=word", "not a page"],
    ["/post/?replytocom=3", "not a page"],
    ["/user/login?destination=node/154%23comment-form", "not a page"],
    ["/feed/", "not a page"],
    ["/blog/a/feed", "not a page"],
    ["/edit/main/docs/a", "not a page"],
    ["/a/_edit", "not a page"],
    ["/wiki/Special:Random", "not a page"],
    ["/Special%3AWhatLinksHere/Main_Page", "not a page"],
    ["/index.php?title=Cats&oldid=306", "not a page"],
    ["/index.php%3Ftitle=Property:Status&from=HBot.html", "not a page"],
    ["/posting.php?f=2&mode=newtopic", "not a page"],
    ["/privmsg.php?mode=post&u=2", "not a page"],
    ["/index.php?mark=forums", "not a page"],
    ["/viewtopic.php?t=7&view=previous", "not a page"],
    ["/wiki/User_talk:Me", "not a page"],
    ["/wiki/User_talk%3AMe", "not a page"],
    ["/index.php%3Faction=profile%3Bu=1.html", "not a page"],
    ["/index.php@title=Main_Page&action=edit", "not a page"],
    ["/index.php?topic=4;action=printpage", "not a page"],
    ["/404.html", "error page"],
    ["/404/", "error page"],
    ["/book/print.html", "print view"],
    ["/reference/print.html", "print view"],
    ["/a?print=1", "print view"],
    ["/a?format=print", "print view"],
    ["/spip.php%3Fpage=print&id_article=7.html", "print view"],
    ["/current/single-page.html", "print view"],
    ["/print_page/", "print view"],
    ["/_modules/gym/core/", "source listing"],
    ["/documentation/code_coverage/index.Grid.cc.html", "source listing"],
    ["/htmlcov/grid_py.html", "source listing"],
    ["/_static/demo/index.html", "source listing"],
    ["/_sources/a.rst.html", "source listing"],
    ["/src/tokio/lib.rs.html", "source listing"],
    ["/a_8h_source.html", "source listing"],
    ["/?attachment_id=12", "attachment"],
    ["/post/attachment/photo-1/", "attachment"],
    ["/wiki/File:A.png", "attachment"],
    ["/shop?sort=price", "trap"],
    ["/shop?a=1&b=2&c=3&d=4&e=5&f=6", "trap"],
    [`/${"a/b/".repeat(11)}`, "trap"],
    ["/a/b/a/b/a/b/", "trap"],
    ["/x/x/x", "trap"],
  ])("%s: %s", (path, reason) => {
    expect(addressProblem(at(path))).toBe(reason);
  });

  test.each([
    "/",
    "/login",
    "/trips?destination=paris",
    "/cart/",
    "/docs/login-flow",
    "/docs/search",
    "/docs/category/widgets",
    "/reference/functions/print/",
    "/docs/rss",
    "/guides/feed",
    "/api/edit",
    "/a/b/a/b/",
    "/x/x",
    "/printing/",
    "/newsfeed",
    "/feeds/cattle",
    "/src/lib.rs-explained",
    "/coverage/",
    "/guide/code-coverage",
    "/view?id=7",
    "/index.php%3Fid=7.html",
    "/index.php?action=forum",
    "/notes@action=x",
    "/?p=12",
    "/blog/2024/05/title",
    "/%E7%94%A8%E6%88%B7/404%E5%8F%B7",
  ])("%s may be a page", (path) => {
    expect(addressProblem(at(path))).toBeUndefined();
  });
});

test("doors and tools are doubtful, and subjects of such a name are not", () => {
  for (const path of ["/login", "/en/sign-up/", "/cart", "/search.html", "/my-account", "/ca/cerca/", "/suche.html"])
    expect(isDoubtfulTool(at(path))).toBe(true);
  for (const path of ["/docs/login", "/guide/search", "/research", "/registers", "/cart/golf"])
    expect(isDoubtfulTool(at(path))).toBe(false);
});

const signals = { contentCharacters: 100, visibleCharacters: 100, scripts: 0, noscriptCharacters: 0, marks: [] };
const pageAt = (path: string, page: Partial<Page>) => pageProblem(at(path), examplePage(at(path), page).page);
const LONG = "A sentence that says something about the subject. ".repeat(20);
describe("what a page is decides", () => {
  test.each<[string, Partial<Page>, string | undefined]>([
    ["/login", { kind: "utility" }, "not a page"],
    ["/register", { kind: "form" }, "not a page"],
    ["/login", { text: LONG }, undefined],
    ["/cart/", { kind: "stub" }, "not a page"],
    ["/cart/", { text: LONG }, undefined],
    ["/order-tracking/", { kind: "form" }, "not a page"],
    ["/docs/login", { kind: "stub" }, undefined],
    ["/contact", { kind: "form" }, undefined],
    ["/docs/search", { kind: "utility" }, "not a page"],
    ["/docs/doxygen_crawl.html", { text: LONG }, "not a page"],
    ["/a", { robots: { index: false, follow: true } }, "noindex"],
    ["/a", { metaRefresh: { delaySeconds: 0, url: at("/b") } }, "redirect"],
    ["/a", { metaRefresh: { delaySeconds: 300, url: at("/a#top") } }, undefined],
    ["/a", { signals: { ...signals, marks: ["error-page"] } }, "error page"],
    ["/a", { title: "404 | X" }, "error page"],
    ["/a", { title: "Error 404 - Not found" }, "error page"],
    ["/a", { title: " Page not found" }, "error page"],
    ["/a", { title: "页面未找到" }, "error page"],
    ["/a", { title: "404 errors and how to mend them" }, undefined],
    ["/a", { title: "Not found errors explained" }, undefined],
    ["/a", {}, undefined],
  ])("%s %j: %s", (path, page, reason) => {
    expect(pageAt(path, page)).toBe(reason);
  });
});
