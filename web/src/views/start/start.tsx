import { useState } from "preact/hooks";
import type { ServerConfig } from "../../protocol/types.ts";
import { recentCrawls } from "../../state/recent.ts";
import { AddressForm } from "./address-form.tsx";
import { Recent } from "./recent.tsx";
import { Specimen } from "./specimen.tsx";

export function Start({ config }: { readonly config: ServerConfig }) {
  const [recent] = useState(recentCrawls);
  return (
    <div class="mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)_minmax(0,480px)] gap-16 px-6 pt-14 pb-16 narrow:max-w-[760px] narrow:grid-cols-1 narrow:gap-8 narrow:pt-9 phone:px-4 phone:pt-[26px]">
      <div>
        <h1 class="text-[40px]/[44px] font-semibold tracking-[-0.035em] text-balance phone:text-[31px]/[35px]">
          Turn a website into its llms.txt
        </h1>
        <p class="mt-3.5 max-w-[54ch] text-base/[25px] text-pretty text-ink-2">
          One Markdown file that tells language models which pages a site has and what each one is about. Enter an
          address; the rest happens here.
        </p>
        <AddressForm config={config} />
      </div>
      {recent.length > 0 ? <Recent crawls={recent} config={config} /> : <Specimen />}
    </div>
  );
}
