// The outside judge and our bundle: on the sample sites, or on the built sites in a folder, as real servers serve them.
//   npm run bench -- bundle [SITE …]
//   npm run bench -- bundle --sites FOLDER [SERVER …]
if (process.argv.includes("--sites")) await import("./bundle-served.ts");
else await import("./bundle-samples.ts");
