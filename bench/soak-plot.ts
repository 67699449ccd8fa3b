import type { Sample } from "./soak-sample.ts";

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 48;
const BOTTOM = 24;

const LINES = [
  { name: "service", colour: "#2563eb", of: ({ serviceMb }: Sample) => serviceMb },
  { name: "of it V8's heap", colour: "#60a5fa", of: ({ heapMb }: Sample) => heapMb },
  { name: "Chromium", colour: "#d97706", of: ({ chromiumMb }: Sample) => chromiumMb },
];

/** Memory over time as an SVG that reads on light and dark ground. */
export function plot(samples: readonly Sample[]): string {
  const seconds = samples.at(-1)?.atSeconds || 1;
  const most = Math.ceil(Math.max(...LINES.flatMap(({ of }) => samples.map(of))) / 100) * 100;
  const x = (at: number) => (LEFT + (at / seconds) * (WIDTH - LEFT - 8)).toFixed(1);
  const y = (mb: number) => (HEIGHT - BOTTOM - (mb / most) * (HEIGHT - BOTTOM - 24)).toFixed(1);
  const lines = LINES.map(({ colour, of }) => {
    const points = samples.map((sample) => `${x(sample.atSeconds)},${y(of(sample))}`).join(" ");
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
  });
  const legend = LINES.map(
    ({ name, colour }, index) => `<text x="${LEFT + index * 130}" y="12" fill="${colour}">${name}, MB</text>`,
  );
  const marks = Array.from({ length: most / 100 + 1 }, (_, index) => index * 100).map(
    (mb) =>
      `<line x1="${LEFT}" x2="${WIDTH - 8}" y1="${y(mb)}" y2="${y(mb)}" stroke="#8888" stroke-width=".5"/><text x="${LEFT - 6}" y="${y(mb)}" text-anchor="end" dominant-baseline="middle">${mb}</text>`,
  );
  const times = Array.from({ length: 6 }, (_, index) => (seconds / 5) * index).map(
    (at) => `<text x="${x(at)}" y="${HEIGHT - 6}" text-anchor="middle">${(at / 60).toFixed(0)} min</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui,sans-serif" font-size="11" fill="#888"><title>Memory in MB over time</title>${[...legend, ...marks, ...times, ...lines].join("")}</svg>\n`;
}
