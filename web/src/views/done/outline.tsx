import { useState } from "preact/hooks";
import type { DocumentSection } from "../../document/read.ts";
import { count } from "../../words/amounts.ts";

interface OutlineProps {
  readonly sections: readonly DocumentSection[];
  readonly onJump: (section: DocumentSection) => void;
}

/** The document's sections: a column on wide screens, a row of chips on phones. */
export function Outline({ sections, onJump }: OutlineProps) {
  const [current, setCurrent] = useState(sections[0]?.line);
  const jump = (section: DocumentSection) => {
    setCurrent(section.line);
    onJump(section);
  };
  if (sections.length === 0) return <span class="narrow:hidden phone:hidden" />;
  return (
    <nav
      aria-label="Sections"
      class="sticky top-[70px] max-h-[calc(100vh-90px)] min-w-0 overflow-y-auto px-2 -mx-2 narrow:roomy:hidden phone:static phone:order-3 phone:-mx-4 phone:flex phone:max-w-[100vw] phone:gap-1.5 phone:overflow-x-auto phone:px-4 phone:pb-0.5"
    >
      <h2 class="mb-1.5 text-[13px] font-[550] phone:sr-only">Sections</h2>
      {sections.map((section) => (
        <button
          key={section.line}
          type="button"
          aria-current={section.line === current ? "true" : undefined}
          class="-mx-2 grid w-[calc(100%+16px)] grid-cols-[9px_minmax(0,1fr)_auto] items-center gap-[9px] rounded-md px-2 py-[5px] text-left text-[13.5px] text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink phone:mx-0 phone:w-auto phone:flex-none phone:grid-cols-[9px_auto_auto] phone:gap-[7px] phone:rounded-full phone:border phone:border-line phone:bg-panel phone:px-[11px] phone:py-[9px]"
          onClick={() => jump(section)}
        >
          <i class={`sq hue-${section.hue}`} />
          <span class="wrap-anywhere" dir="auto">
            {section.name}
          </span>
          <span class="text-xs font-normal text-ink-3 tabular-nums">{count(section.items.length)}</span>
        </button>
      ))}
    </nav>
  );
}
