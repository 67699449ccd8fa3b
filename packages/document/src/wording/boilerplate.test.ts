import { expect, test } from "vitest";
import { isBoilerplate } from "./boilerplate.ts";

test.each([
  "We use cookies to improve your experience.",
  "This site uses cookies; see our cookie policy.",
  "Skip to main content",
  "Please enable JavaScript to view this page.",
  "You need to have JavaScript disabled",
  "import Tabs from '@theme/Tabs';",
  "Loading...",
  "© 2026 X. All rights reserved.",
  "{{ page.description }}",
  "[object Object]",
  "undefined",
  "None",
  "Lorem ipsum dolor sit amet",
  "Last updated on May 4, 2026",
  "Was this page helpful?",
  "Just a moment...",
])("%s says nothing about its page", (text) => {
  expect(isBoilerplate(text)).toBe(true);
});

test.each([
  "How to bake cookies with oats and raisins.",
  "JavaScript functions are first-class objects.",
  "Loading data from several files at once.",
  "Importing data: from CSV files to tables.",
])("%s says what its page is about", (text) => {
  expect(isBoilerplate(text)).toBe(false);
});
