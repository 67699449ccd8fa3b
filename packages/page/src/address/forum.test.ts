import { expect, test } from "vitest";
import { isLikeBoard } from "./forum.ts";

test.each([
  "/forums/forum/help/",
  "/forum/help",
  "/viewforum.php?f=7",
  "/phpbb/viewforum.php%3Ff=7.html",
  "/forumdisplay.php?fid=2",
  "/index.php?board=7.0",
  "/index.php/board,7.0.html",
  "/forum-7.html",
  "/c/help/7",
  "/c/help/linux/12/",
])("%s may be a board of a forum", (path) => expect(isLikeBoard(`https://a.test${path}`)).toBe(true));

test.each([
  "/forum",
  "/forums/topic/help/",
  "/viewtopic.php?f=7&t=9",
  "/index.php/topic,7.0.html",
  "/keyboards/x",
  "/c/help",
  "/dashboard/x",
])("%s is none", (path) => expect(isLikeBoard(`https://a.test${path}`)).toBe(false));
