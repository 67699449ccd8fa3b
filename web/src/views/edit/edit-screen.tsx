import { useEffect, useMemo } from "preact/hooks";
import { Banner } from "../../parts/banner.tsx";
import { toast } from "../../parts/toast.tsx";
import type { Site } from "../../protocol/types.ts";
import { getOverlay } from "../../state/overlays.ts";
import { invalidate, type Query, useQuery } from "../../state/query.ts";
import { href } from "../../state/route.ts";
import { siteQuery } from "../../state/sites.ts";
import { useStore } from "../../state/store.ts";
import { shortAddress } from "../../words/addresses.ts";
import { siteAction, theSite } from "../sites/site-actions.ts";
import { EditHead } from "./edit-head.tsx";
import { Editor, isChanged } from "./editor.ts";
import { FilePanel } from "./file-panel.tsx";
import { useKeptFocus } from "./focus.ts";
import { HeadPanel } from "./head-panel.tsx";
import { Leaving, Overtaken } from "./leaving.tsx";
import { NoEffect } from "./no-effect.tsx";
import { PagesPanel } from "./pages-panel.tsx";
import { SectionsPanel } from "./sections-panel.tsx";

/** Unsaved changes outlive a session that ends and the sign-in after it. */
const unsaved = new Map<string, Editor>();

interface Known {
  readonly site: Site;
  /** undefined: there is no document yet. */
  readonly editor: Editor | undefined;
}

/** Read once: what is edited then is the editor's. */
const editQuery = (id: string): Query<Known> => ({
  key: `edit ${id}`,
  ask: async (signal) => {
    const [site, { overlay, etag, preview }] = await Promise.all([siteQuery(id).ask(signal), getOverlay(id, signal)]);
    return { site, editor: unsaved.get(id) ?? (preview ? new Editor(id, { overlay, etag, preview }) : undefined) };
  },
});

const GONE: ReadonlySet<number> = new Set([404, 422]);

function Message({
  title,
  id,
  children,
}: {
  readonly title: string;
  readonly id?: string;
  readonly children?: string;
}) {
  return (
    <div class="panel mx-auto mt-10 max-w-[640px] p-6" role={id === undefined ? "alert" : undefined}>
      <h1 class="text-xl/7 font-semibold tracking-[-0.025em]">{title}</h1>
      {children && <p class="mt-1.5 text-ink-2">{children}</p>}
      <p class="mt-2">
        <a class="underline underline-offset-3" href={id === undefined ? href.sites : href.site(id)}>
          {id === undefined ? "All sites" : "Back to the site"}
        </a>
      </p>
    </div>
  );
}

/** Changes that a site's owner makes to its crawls' result, beside the document as it will be. */
export default function EditScreen({ id }: { readonly id: string }) {
  const asked = useQuery(editQuery(id));
  // The next visit reads it anew.
  useEffect(() => () => invalidate(`edit ${id}`), [id]);
  if (asked.type === "asking") return <p class="p-6 text-ink-3">Loading…</p>;
  if (asked.type === "refused")
    return <Message title={GONE.has(asked.status) ? "This site does not exist." : asked.why} />;
  const { site, editor } = asked.value;
  if (editor === undefined)
    return (
      <Message title={`Nothing to edit yet: ${shortAddress(site.baseUrl)}`} id={id}>
        The document is made by the first crawl. Come back when that is done.
      </Message>
    );
  return <Edit site={site} editor={editor} />;
}

function Edit({ site, editor }: { readonly site: Site; readonly editor: Editor }) {
  const editing = useStore(editor.state);
  const root = useKeptFocus(editing.shown);
  const isDirty = isChanged(editing);
  useMemo(() => (isDirty ? unsaved.set(site.id, editor) : unsaved.delete(site.id)), [isDirty]);
  const onSaved = () =>
    toast("Saved. The next crawl writes it", {
      label: "Crawl now",
      act: () => siteAction()(theSite(site), { action: "crawl" }),
    });
  const onSave = () => isChanged(editor.state.value) && void editor.save().then((isSaved) => isSaved && onSaved());
  const props = { site, editor, editing };
  return (
    <div
      ref={root}
      class="mx-auto grid max-w-[1440px] grid-cols-[248px_minmax(0,1fr)_312px] items-start gap-x-5 gap-y-3.5 px-6 pt-2 pb-16 phone:pb-24 narrow:grid-cols-[232px_minmax(0,1fr)] phone:grid-cols-[minmax(0,1fr)] phone:px-4"
    >
      <EditHead {...props} onSave={onSave} />
      {editing.trouble && (
        <div class="col-span-full">
          <Banner tone="bad" icon="alert" title={editing.trouble} />
        </div>
      )}
      <NoEffect {...props} />
      <div class="contents narrow:roomy:grid narrow:roomy:gap-4">
        <SectionsPanel {...props} />
        <aside class="order-1 grid min-w-0 gap-3.5 narrow:order-none" aria-label="The head and the file">
          <HeadPanel {...props} />
          <FilePanel {...props} />
        </aside>
      </div>
      <PagesPanel {...props} />
      <p class="sr-only" role="status">
        {editing.said}
      </p>
      <Leaving editor={editor} isChanged={isDirty} onDrop={() => unsaved.delete(site.id)} />
      {editing.isOvertaken && <Overtaken editor={editor} onSaved={onSaved} />}
    </div>
  );
}
