import { expect, test } from "vitest";
import { shapeOf } from "./shapes.ts";

test.each([
  ["/2026/05/title", "/#/#/*"],
  ["/index.php/topic,1149.0.html", "/index.php/topic,*"],
  ["/index.php/topic,1149.0/prev_next,next.html", "/index.php/topic,#/*"],
  ["/index.php/board,2.0.html", "/index.php/board,*"],
  ["/forum-7.html", "/forum-*"],
  ["/docs/v2", "/docs/v*"],
  ["/release-2/guide", "/release-2/*"],
  ["/4gl-history", "/*"],
  ["/page-12-a", "/*"],
  ["/wiki/Category%3ACats", "/wiki/Category%3A*"],
  ["/feedback%3Fpage=2.html", "/feedback?page="],
  ["/docs/api/index.html", "/docs/*"],
  ["/spip.php?article1000", "/spip.php?article#="],
  ["/index.php@title=Category%3ACats&oldid=7", "/index.php?title=&oldid="],
])("the shape of %s is %s", (path, shape) => {
  expect(shapeOf(`https://a.test${path}`)).toBe(shape);
});
