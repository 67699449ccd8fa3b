import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Tabs } from "../../parts/seg.tsx";
import { copy } from "../../parts/toast.tsx";
import { type ExampleOptions, exampleOf, LANGUAGES, type Language } from "./examples.ts";

const CHOICES = LANGUAGES.map((value) => ({ value, label: value }));

/** A whole program for the crawl, in three languages. */
export function Examples(options: ExampleOptions) {
  const [language, setLanguage] = useState<Language>("curl");
  const code = exampleOf(language, options);
  return (
    <section class="panel min-w-0 p-4" aria-labelledby="examples">
      <h2 id="examples">This crawl as a program</h2>
      <p class="mb-3 text-[13.5px] wrap-anywhere text-ink-2">
        Crawls <bdi>{options.crawl.url}</bdi>, waits for the end and prints the llms.txt.
      </p>
      <div class="flex flex-wrap items-center gap-2">
        <Tabs label="Language" choices={CHOICES} value={language} onChange={setLanguage} />
        <Button icon="copy" label="Copy" class="btn-small btn-quiet ml-auto" onClick={() => copy(code, "Example")} />
      </div>
      <div role="tabpanel" id={`panel-${language}`} aria-labelledby={`tab-${language}`}>
        <CodeBlock label={`Example in ${language}`} text={code} class="mt-3" />
      </div>
    </section>
  );
}
