import { expect, test } from "vitest";
import { isForumAction, isLikeBoard, isTopic } from "./forum.ts";

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

test.each([
  ["/viewtopic.php?t=9&start=15", true],
  ["/phpbb/viewtopic.php%3Ft=9.html", true],
  ["/index.php/topic,7.0.html", true],
  ["/index.php?topic=7.0", true],
  ["/forums/topic/help/", true],
  ["/viewforum.php?f=7", false],
  ["/topics/help", false],
  ["/forums/forum/topic-of-the-day", false],
])("whether %s is a topic of a forum: %s", (path, is) => expect(isTopic(`https://a.test${path}`)).toBe(is));

test.each([
  ["/viewtopic.php?p=7198", true],
  ["/viewtopic.php?f=2&p=7198", true],
  ["/viewtopic.php@p=7198.html", true],
  ["/profile.php?mode=viewprofile&u=10", true],
  ["/memberlist.php?mode=viewprofile&u=7", true],
  ["/member.php?u=7", true],
  ["/viewonline.php", true],
  ["/online.php", false],
  ["/viewtopic.php?t=9", false],
  ["/viewtopic.php?p=7198&t=9", false],
  ["/profile.php?id=7", false],
])("whether %s is nothing to ask a forum for: %s", (path, is) =>
  expect(isForumAction(`https://a.test${path}`)).toBe(is),
);
