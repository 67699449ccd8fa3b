import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeSentence } from "./sentence.ts";

const PAGE = {
  title: "Rate limits",
  shown: `Rate limits
# Rate limits
# Retrying
POST /v1/charges 429 Too Many Requests
Each API key may send 100 requests per minute; Node.js clients of Acme Pay retry after 1,500 ms.
Limits of the sandbox are lower. max_retries: 3. Contact Zoë Müller.`,
};

const judged = (answer: string, page = PAGE, excerptLength = 300) => judgeSentence(answer, page, { excerptLength });
const why = (answer: string, page = PAGE) => {
  const outcome = judged(answer, page);
  return "why" in outcome ? outcome.why : `taken: ${outcome.sentence}`;
};

test.each([
  "Explains how many requests each API key may send per minute, and when clients retry.",
  "Request limits of Acme Pay: 100 requests per minute, and lower limits in the sandbox.",
  "How Node.js clients retry after 1,500 ms, with max_retries.",
  "Limits per API key; contact Zoe Muller.",
  "Acme Pay's API keys and their limits for sending requests.",
])("a sentence that the page bears out is taken: %s", (sentence) => {
  expect(judged(sentence)).toEqual({ sentence });
});

test.each([
  ["Each API key may send 200 requests per minute.", "the page does not have the number 200"],
  ["Clients retry after 1500.5 ms when limits are hit.", "the page does not have the number 1500.5"],
  ["Clients retry after ١٥٠ requests per minute.", "the page does not have the number ١٥٠"],
  ["Each API key may send a thousand requests per minute.", "the page does not have the number thousand"],
  ["Explains the limits of Stripe for each API key.", "the page does not have the name Stripe"],
  ["Kubernetes clients retry requests per minute.", "the page does not have the name Kubernetes"],
  ["Explains how max_connections limits requests per minute.", "the page does not have the name max_connections"],
  ["Explains how requests are limited in Deno.js clients.", "the page does not have the name Deno.js"],
  ["Learn everything about our wonderful platform and enjoy modern tooling.", "the page does not have the name Learn"],
  [
    "Explains wonderful modern platforms that delight everybody everywhere.",
    "too few of the sentence's words are on the page",
  ],
  ["Erklärt, wie viele Anfragen jeder Schlüssel senden darf.", "the page does not have the name Anfragen"],
  ["解释每个密钥每分钟可以发送多少请求。", /^the page does not have the name/],
  ["يشرح حدود الطلبات لكل مفتاح في الدقيقة", /^the page does not have the name/],
  ["I cannot summarise this page.", "the model refused"],
  ["I'm sorry, but I can't help with that.", "the model refused"],
  ["Sorry, the text is too short.", "the model refused"],
  ["NONE", "the model found nothing to say"],
  ["None.", "the model found nothing to say"],
  ["", "the answer is empty"],
  ["<think>Each API key may send requests.</think>", "the answer is empty"],
  ["Rate limits", "the sentence says nothing of the page"],
  ["Rate limits.", "the sentence says nothing of the page"],
  ["429", "the sentence says nothing of the page"],
  ["Here is the sentence:\n\nEach API key may send requests.", "the answer is more than one line"],
  ["Each API key may send requests, see https://evil.test/.", "the sentence has an address or HTML in it"],
  ["Each API key may send requests to evil.com.", "the sentence has an address or HTML in it"],
  ["Each API key may send requests to me@evil.", "the sentence has an address or HTML in it"],
  ["Each API key <b>may</b> send requests.", "the sentence has an address or HTML in it"],
  [`Each API key may send requests ${"per minute ".repeat(40)}`, "the sentence has more than 300 characters"],
  ["requests ".repeat(1_000), "the answer is too long"],
])("an answer that the page does not bear out is not: %s", (answer, reason) => {
  expect(why(answer)).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
});

test("thoughts, quotation marks, stars and a second sentence are left away", () => {
  const sentence = "Each API key may send requests.";
  for (const answer of [
    `<think>Kubernetes 7</think>\n${sentence}`,
    `"${sentence}"`,
    `**${sentence}**`,
    `- ${sentence}`,
    `${sentence} Kubernetes helps.`,
    `  ${sentence}\n`,
  ])
    expect(judged(answer)).toEqual({ sentence });
});

const CHINESE = {
  title: "速率限制",
  shown: "速率限制\n# 重试\n每个密钥每分钟最多发送100个请求，张伟负责沙盒环境的限制。客户端会在失败后重试。",
};
const ARABIC = {
  title: "الحدود",
  shown: "الحدود\nيمكن لكل مفتاح إرسال ١٠٠ طلب في الدقيقة. تعيد العملاء المحاولة بعد الفشل. أحمد مسؤول عن البيئة",
};
const TURKISH = {
  title: "Sınırlar",
  shown: "Sınırlar\nİstanbul'daki sunucular dakikada 100 istek kabul eder. IŞIK anahtarı sınırları belirler.",
};
const KOREAN = {
  title: "제한",
  shown: "제한\n각 키는 분당 100개의 요청을 보낼 수 있습니다. 클라이언트는 실패 후 다시 시도합니다. 데이터베이스 설정",
};
const HINDI = {
  title: "सीमाएँ",
  shown: "सीमाएँ\nप्रत्येक कुंजी प्रति मिनट १०० अनुरोध भेज सकती है। ग्राहक विफलता के बाद पुनः प्रयास करते हैं।",
};
const JAPANESE = {
  title: "制限",
  shown: "制限\n各キーは毎分100件のリクエストを送信できます。クライアントは失敗後に再試行します。",
};

test.each([
  ["介绍每个密钥每分钟最多发送的请求和重试。", CHINESE],
  ["说明每分钟最多发送100个请求的限制。", CHINESE],
  ["يشرح كم طلب يمكن لكل مفتاح إرسال في الدقيقة", ARABIC],
  ["يمكن لكل مفتاح إرسال 100 طلب في الدقيقة", ARABIC],
  ["ISTANBUL sunucuları dakikada 100 istek kabul eder.", TURKISH],
  ["Işık anahtarı sınırları belirler; istanbul sunucular.", TURKISH],
  ["각 키는 분당 100개의 요청을 보낼 수 있습니다.", KOREAN],
  ["데이터베이스를 설명합니다: 요청, 클라이언트.", KOREAN],
  ["प्रति मिनट 100 अनुरोध और पुनः प्रयास।", HINDI],
  ["クライアントのリクエスト送信と再試行について説明します。", JAPANESE],
])("names and numbers are found in other scripts: %s", (sentence, page) => {
  expect(judged(sentence, page)).toEqual({ sentence });
});

test.each([
  ["介绍每个密钥每分钟最多发送的200个请求。", CHINESE, "number"],
  ["李明介绍每个密钥每分钟最多发送的请求。", CHINESE, "name"],
  ["介绍李明负责的沙盒环境和请求限制。", CHINESE, "name"],
  ["Explains how many requests each key may send.", CHINESE, "too few"],
  ["يشرح خالد كم طلب يمكن لكل مفتاح إرسال في الدقيقة", ARABIC, "name"],
  ["يمكن لكل مفتاح إرسال ٢٠٠ طلب في الدقيقة", ARABIC, "number"],
  ["İzmir'deki sunucular dakikada 100 istek kabul eder.", TURKISH, "name"],
  ["각 키는 분당 200개의 요청을 보낼 수 있습니다.", KOREAN, "n"],
  ["김철수는 분당 100개의 요청을 보낼 수 있습니다.", KOREAN, "name"],
  ["प्रत्येक कुंजी राहुल प्रति मिनट अनुरोध भेज", HINDI, "name"],
  ["प्रति मिनट २०० अनुरोध", HINDI, "number"],
  ["田中のリクエスト送信と再試行について説明します。", JAPANESE, "name"],
])("and missed where they are made up: %s", (sentence, page, reason) => {
  expect(why(sentence, page)).toMatch(
    reason === "too few" ? /^too few/ : new RegExp(`^the page does not have the ${reason}`),
  );
});

test("whatever a model answers, what is taken is one clean line within the limit, and every digit of it is on the page", () => {
  const words = fc.constantFrom(
    ...PAGE.shown.split(/\s+/),
    "\u202e",
    "](http://x.y)",
    "<b>",
    "`",
    "|",
    "\t",
    "٣",
    "7",
    "𝟛",
    "²",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(words).map((list) => list.join(" ")),
      ),
      (answer) => {
        const outcome = judged(answer);
        if (!("sentence" in outcome)) return;
        expect(outcome.sentence).not.toMatch(/[\n\r\u202e<>]|:\/\//);
        expect([...outcome.sentence].length).toBeLessThanOrEqual(300);
        for (const number of outcome.sentence.normalize("NFKC").match(/\d+/g) ?? [])
          expect(PAGE.shown).toContain(number);
      },
    ),
  );
});

test("a long answer is judged in linear time", () => {
  const startedAt = process.cpuUsage();
  for (const text of [
    "a".repeat(4_000),
    "a.".repeat(2_000),
    "1,".repeat(2_000),
    "限".repeat(4_000),
    '"'.repeat(4_000),
    "a_".repeat(2_000),
  ])
    judged(text, { title: text, shown: text });
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});
