import { expect, test } from "vitest";
import { Places } from "./places.ts";

const never = new AbortController().signal;

test("clients take turns, however many crawls each has requested", async () => {
  const places = new Places(1);
  const order: string[] = [];
  const leave = await places.take("a", () => {}, never);
  const waits = ["a1", "a2", "a3", "b1", "b2"].map(async (name) => {
    const end = await places.take(name[0], () => {}, never);
    order.push(name);
    end();
  });
  leave();
  await Promise.all(waits);
  expect(order).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});

test("a waiting crawl is told how many are ahead, and can be cancelled", async () => {
  const places = new Places(1);
  const leave = await places.take("a", () => {}, never);
  const ahead: number[] = [];
  const gone = new AbortController();
  const first = places.take("b", (count) => ahead.push(count), gone.signal);
  const second = places.take("c", (count) => ahead.push(count), never);
  gone.abort(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  expect(ahead).toEqual([0, 1]);
  leave();
  const end = await second;
  end();
  end(); // a place can be released only once
  const again = await places.take("d", () => {}, never);
  await expect(places.take("e", () => {}, AbortSignal.timeout(1))).rejects.toThrow();
  again();
});
