// Loaded before the command (`node --require`): says what its own files had loaded when its first request was written, and ends it.
const { subscribe } = require("node:diagnostics_channel");
const { writeSync } = require("node:fs");
const { registerHooks } = require("node:module");

const loaded = [];
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    // What a package asks for in turn differs in the built command, which holds parts of packages.
    if (!context.parentURL?.includes("/node_modules/")) loaded.push(found.url);
    return found;
  },
});

subscribe("undici:client:sendHeaders", ({ headers, request }) => {
  writeSync(1, JSON.stringify({ path: request.path, headers, loaded }));
  process.exit();
});
