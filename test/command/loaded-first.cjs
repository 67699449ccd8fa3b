// Loaded before the command (`node --require`): says which files it loaded until its first request was written, and ends it.
const { subscribe } = require("node:diagnostics_channel");
const { writeSync } = require("node:fs");
const { registerHooks } = require("node:module");

const loaded = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});

subscribe("undici:client:sendHeaders", ({ headers, request }) => {
  writeSync(1, JSON.stringify({ path: request.path, headers, loaded }));
  process.exit();
});
