import { expect, test } from "vitest";
import { scriptOf } from "./script.ts";

test.each([
  ["Лодки у причала, Harbour Club", "ru"],
  ["港の船について", "ja"],
  ["株式会社永和システム 東京都千代田区神田須田町の会社", "ja"],
  ["港口和船的基本概念", "zh"],
  ["항구의 배", "ko"],
  ["Boats of the 港 club and of all who sail with them", ""],
  ["", ""],
])("the script of %s tells %s", (text, code) => expect(scriptOf(text)).toBe(code));
