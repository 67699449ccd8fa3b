import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // tsconfig.json sets JSX to Preact.
  plugins: [tailwind()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // A data: font or image would need a wider Content-Security-Policy than the page's own.
    assetsInlineLimit: 0,
    // light-dark() and oklch() are written as they are: one list of colours serves both themes.
    cssTarget: ["chrome123", "safari17.5", "firefox128"],
    modulePreload: { polyfill: false },
  },
});
