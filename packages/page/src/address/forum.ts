import { partsOf } from "./page-url.ts";
import { queryOf, SAVED_QUERY } from "./path.ts";

/** Pages of one member of a forum: `/forums/profile/x`, `/member.php?u=7`. Bound: a URL, 2,048 characters. */
const MEMBER = /\/(?:forums?|community|boards?|bbs)\/(?:profiles?|users?|members?|u)\/./i;
const MEMBER_BY_QUERY =
  /\/(?:member|profile)\.php\?(?:.*&)?(?:u=|uid=|mode=viewprofile)|\/memberlist\.php|\?action=profile[;&]u=/i;

/** True for the page of one member of a forum, or the list of all. */
export const isMember = (address: string): boolean =>
  MEMBER.test(partsOf(address).pathname) || MEMBER_BY_QUERY.test(askedOf(address));

/**
 * A board of a forum: `/forums/forum/x`, `/viewforum.php?f=7`, `/index.php?board=7.0`, `/forum-7.html`, `/c/help/7`.
 * Bound: a URL, 2,048 characters.
 */
const BOARD =
  /\/(?:forums?|boards?)[,=/-][^/?]+\/?$|[?&;/](?:board|forum)[=,][^/&;]+$|\/(?:viewforum|forumdisplay)\.php[?/].|\/c\/(?:[^/]+\/){1,2}\d+\/?$/i;

/** True for an address as those of a forum's boards are. What such a page is decides, not its name. */
export const isLikeBoard = (address: string): boolean => BOARD.test(askedOf(address));

/** A topic: `/viewtopic.php?t=7`, `/index.php?topic=7.0`, `/forums/topic/x`. Bound: a URL, 2,048 characters. */
const OF_TOPIC = /\/(?:viewtopic|showthread)\.php(?:\?|$)|[?&;/]topic[=,]\d|\/forums?\/(?:topic|thread)s?\/./i;

/** True for a topic of a forum: its links lead to its posts, its orders and its neighbours. */
export const isTopic = (address: string): boolean => OF_TOPIC.test(askedOf(address));

/** Scripts of a forum that write, or show what one member alone sees. Bound: a URL, 2,048 characters. */
const ACTION = /\/(?:posting|newreply|newthread|privmsg|groupcp|usercp|[um]cp)\.php$/i;
/** Lists of members and forms of one: they say nothing of the forum's subjects. Bound: a URL. */
const PERSONAL = /\/profile\.php\?(?:.*&)?mode=|\/viewonline\.php/i;
/** A topic by the number of one post; lists name it by its own. Bound: a URL, 2,048 characters. */
const POST = /\/(?:viewtopic|showthread)\.php\?(?:f=\d+&)?(?:p|pid|post)=\d+$/i;
/** Marking as read, and from a topic on to the one before or after it. */
const MARKING = /[?&;]mark=/i;
const TOPIC = /\/(?:viewtopic|showthread)\.php$/i;
const TURNING = /[?&;](?:view|goto|mode)=/i;

/** True for an address at which a forum does something, and has no page. */
export function isForumAction(address: string): boolean {
  const path = partsOf(address).pathname.replace(SAVED_QUERY, "");
  const query = queryOf(address);
  if (ACTION.test(path) || MARKING.test(query) || (TOPIC.test(path) && TURNING.test(query))) return true;
  const asked = path + query;
  return PERSONAL.test(asked) || MEMBER_BY_QUERY.test(asked) || POST.test(asked);
}

/** Path and query, also where the query was saved in a name. */
const askedOf = (address: string): string => partsOf(address).pathname.replace(SAVED_QUERY, "") + queryOf(address);
