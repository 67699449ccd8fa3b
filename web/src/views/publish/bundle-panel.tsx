import { Bar } from "../../parts/bar.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { Bundle } from "../../protocol/types.ts";
import { count, size, some } from "../../words/amounts.ts";

/** Most files named of one folder; the rest are counted. */
const MAX_NAMED = 100;

interface Folder {
  readonly name: string;
  readonly files: Bundle["files"];
  readonly bytes: number;
  readonly hue: number;
}

/** Folders of the site's root, the largest first; files in the root itself have the name "". */
function foldersOf(files: Bundle["files"]): readonly Folder[] {
  const top = ({ path }: { readonly path: string }) => (path.includes("/") ? path.slice(0, path.indexOf("/") + 1) : "");
  return [...Map.groupBy(files, top)]
    .map(([name, own]) => ({ name, files: own, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((folder, at) => ({ ...folder, hue: folder.name === "" ? 8 : Math.min(at, 7) }));
}

/** The files of a bundle as a tree, with bars for their sizes. */
export function BundlePanel({ bundle: { files } }: { readonly bundle: Bundle }) {
  const folders = foldersOf(files);
  const all = folders.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = Math.max(...folders.map(({ bytes }) => bytes), 1);
  return (
    <section class="panel min-w-0" aria-labelledby="bundle">
      <div class="flex items-baseline gap-2 px-4 pt-3">
        <h2 id="bundle" class="flex-1">
          The bundle
        </h2>
        <span class="text-[13px] text-ink-3 tabular-nums">
          {some(files.length, "file")}, {size(all)}
        </span>
      </div>
      <div class="px-4 pt-2 pb-3">
        <Bar
          class="h-6! rounded-md!"
          label={folders.map(({ name, bytes }) => `${name || "at the top"} ${size(bytes)}`).join(", ")}
          parts={folders.map(({ bytes, hue }) => ({ share: bytes / Math.max(1, all), look: `hue-${hue}` }))}
        />
      </div>
      <div class="max-h-[560px] overflow-auto border-t border-line py-1.5" role="group" aria-label="Files">
        {folders.map((folder) =>
          folder.name === "" ? (
            <Leaves key="" folder={folder} most={most} />
          ) : (
            <details key={folder.name}>
              <summary>
                <Row icon="chev" name={folder.name} bytes={folder.bytes} share={folder.bytes / most} hue={folder.hue} />
              </summary>
              <Leaves folder={folder} most={most} />
            </details>
          ),
        )}
      </div>
    </section>
  );
}

function Leaves({ folder: { name, files, hue }, most }: { readonly folder: Folder; readonly most: number }) {
  const sorted = files.toSorted((a, b) => b.bytes - a.bytes);
  return (
    <ul class={name === "" ? "" : "pl-4"}>
      {sorted.slice(0, MAX_NAMED).map(({ path, bytes }) => (
        <li key={path}>
          <Row icon="file" name={path.slice(name.length)} bytes={bytes} share={bytes / most} hue={hue} />
        </li>
      ))}
      {sorted.length > MAX_NAMED && (
        <li class="px-4 py-1 text-[13px] text-ink-3">and {count(sorted.length - MAX_NAMED)} more</li>
      )}
    </ul>
  );
}

interface RowProps {
  readonly icon: string;
  readonly name: string;
  readonly bytes: number;
  readonly share: number;
  readonly hue: number;
}

function Row({ icon, name, bytes, share, hue }: RowProps) {
  return (
    <span class="grid grid-cols-[16px_minmax(0,1fr)_72px_60px] items-center gap-2 px-4 py-1 text-[13px]">
      <Icon name={icon} class={`text-ink-3 ${icon === "chev" ? "chev" : ""}`} />
      <code class="truncate" title={name}>
        {name}
      </code>
      <Bar class="h-1!" parts={[{ share, look: `hue-${hue}` }]} />
      <small class="text-right text-ink-3 tabular-nums">{size(bytes)}</small>
    </span>
  );
}
