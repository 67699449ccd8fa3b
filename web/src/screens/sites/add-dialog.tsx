import type { Config, Enrolled } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form, Select, Trouble, useWork } from "../../parts/field.tsx";
import { toast } from "../../parts/toast.tsx";
import { call } from "../../state/call.ts";
import { checkAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { every, INTERVALS } from "../../words/times.ts";

/** Most addresses of one request. */
const MOST = 1000;

const CHOICES = INTERVALS.map(({ minutes }) => ({ value: minutes, label: `Every ${every(minutes)}` }));

/** Typed addresses with their schemes; an invalid line is sent as it is, and the server says why. */
const addressesIn = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((line) => line !== "")
    .map((line) => {
      const check = checkAddress(line);
      return check.type === "good" ? check.url : line;
    });

interface AddDialogProps {
  readonly config: Config;
  readonly onClose: () => void;
}

/** Enrols many sites: one address a line. */
export function AddDialog({ config, onClose }: AddDialogProps) {
  const [text, setText] = useState("");
  const [minutes, setMinutes] = useState(config.defaults.recrawlIntervalMinutes);
  const [refused, setRefused] = useState<Enrolled["refused"]>([]);
  const { isBusy, trouble, run } = useWork();
  const addresses = addressesIn(text);
  const add = () =>
    run(async () => {
      const added: Enrolled[] = [];
      for (let at = 0; at < addresses.length; at += MOST) {
        const body = { base_urls: addresses.slice(at, at + MOST), recrawlIntervalMinutes: minutes };
        added.push(await call<Enrolled>("/api/sites", { method: "POST", body }));
      }
      const sites = added.flatMap((answer) => answer.sites);
      const others = added.flatMap((answer) => answer.refused);
      if (sites.length > 0) toast(`${some(sites.length, "site")} added`);
      if (others.length === 0) return onClose();
      setRefused(others);
      setText(others.map(({ base_url }) => base_url).join("\n"));
    });
  return (
    <Dialog title="Add sites" onClose={onClose}>
      <Form class="mt-3 grid gap-3" onSend={add}>
        <label class="grid gap-1.5 font-medium" for="addresses">
          Addresses, one a line
          <textarea
            id="addresses"
            class="input h-auto w-full py-2 font-mono text-[12.5px]/5 font-normal phone:text-base"
            rows={8}
            spellcheck={false}
            placeholder={"https://docs.example.com\nhttps://example.org/handbook"}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        {refused.length > 0 && (
          <ul class="grid max-h-40 gap-1 overflow-auto text-[13px]/[18px] text-bad" role="alert">
            {refused.map(({ base_url, detail }) => (
              <li key={base_url} class="wrap-anywhere">
                {base_url}: {detail}
              </li>
            ))}
          </ul>
        )}
        <Trouble why={trouble} class="" />
        <div class="flex flex-wrap items-center gap-2">
          <Select aria-label="Crawl every" class="mr-auto" choices={CHOICES} value={minutes} onChange={setMinutes} />
          <Button label="Cancel" onClick={onClose} />
          <Button
            type="submit"
            label={addresses.length === 0 ? "Add" : `Add ${some(addresses.length, "site")}`}
            class="btn-primary"
            disabled={addresses.length === 0 || isBusy}
          />
        </div>
      </Form>
    </Dialog>
  );
}
