import { useEffect, useMemo, useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Banner } from "../../parts/banner.tsx";
import { LinkButton } from "../../parts/button.tsx";
import { Message } from "../../parts/message.tsx";
import { toast } from "../../parts/toast.tsx";
import type { ChangesPublished, Site } from "../../protocol/types.ts";
import { getOverlay, keptEdits } from "../../state/overlays.ts";
import { invalidate, type Query } from "../../state/query.ts";
import { href } from "../../state/route.ts";
import { siteQuery } from "../../state/sites.ts";
import { useStore } from "../../state/store.ts";
import { shortAddress } from "../../words/addresses.ts";
import { noSite } from "../site/no-site.tsx";
import { EditHead } from "./edit-head.tsx";
import { Editor, isChanged } from "./editor.ts";
import { editsBeside } from "./edits.ts";
import { EditsPanel } from "./edits-panel.tsx";
import { FilePanel } from "./file-panel.tsx";
import { useKeptFocus } from "./focus.ts";
import { HeadPanel } from "./head-panel.tsx";
import { NoEffect } from "./no-effect.tsx";
import { Overtaken } from "./overtaken.tsx";
import { PagesPanel } from "./pages-panel.tsx";
import { PublishBar, PublishDialog } from "./publish-dialog.tsx";
import { SectionsPanel } from "./sections-panel.tsx";

interface Known {
  readonly site: Site;
  /** Editor; undefined if there is no document yet. */
  readonly editor: Editor | undefined;
}

/** Query that is asked once: afterwards the editor holds the changes. */
const editQuery = (id: string): Query<Known> => ({
  key: `edit ${id}`,
  ask: async (signal) => {
    const [site, { overlay, etag, preview }, kept] = await Promise.all([
      siteQuery(id).ask(signal),
      getOverlay(id, signal),
      keptEdits(id, signal),
    ]);
    return { site, editor: preview ? new Editor(id, { overlay, etag, preview }, kept) : undefined };
  },
});

/** Screen for an owner's changes, beside the document that they make. */
export default function EditScreen({ id }: { readonly id: string }) {
  // The next visit loads the changes again.
  useEffect(() => () => invalidate(`edit ${id}`), [id]);
  return (
    <Answer query={editQuery(id)} refusal={noSite}>
      {({ site, editor }) =>
        editor ? (
          <Edit site={site} editor={editor} />
        ) : (
          <Message
            title={`Nothing to edit yet: ${shortAddress(site.baseUrl)}`}
            actions={<LinkButton label="Back to the site" href={href.site(id)} />}
          >
            The document is made by the first crawl. Come back when that is done.
          </Message>
        )
      }
    </Answer>
  );
}

function Edit({ site, editor }: { readonly site: Site; readonly editor: Editor }) {
  const editing = useStore(editor.state);
  const root = useKeptFocus(editing.shown);
  const isDirty = isChanged(editing);
  const [isAsking, setIsAsking] = useState(false);
  const { draft, published, shown, isPublishing } = editing;
  const edits = useMemo(
    () => editsBeside(draft.overlay, { preview: shown.preview, published }),
    [draft.overlay, shown, published],
  );
  const onPublished = (done: ChangesPublished) => toast(wordsOf(done));
  const onPublish = () => {
    setIsAsking(false);
    if (isChanged(editor.state.value)) void editor.publish().then((done) => done && onPublished(done));
  };
  const ask = () => setIsAsking(isChanged(editor.state.value));
  const props = { site, editor, editing };
  return (
    <div
      ref={root}
      class="mx-auto grid max-w-[1440px] grid-cols-[248px_minmax(0,1fr)_312px] items-start gap-x-5 gap-y-3.5 px-6 pt-2 pb-16 phone:pb-24 narrow:grid-cols-[232px_minmax(0,1fr)] phone:grid-cols-[minmax(0,1fr)] phone:px-4"
    >
      <EditHead {...props} onPublish={ask} />
      {editing.trouble && (
        <div class="col-span-full phone:-order-2">
          <Banner tone="bad" icon="alert" title={editing.trouble} />
        </div>
      )}
      <NoEffect {...props} />
      <div class="contents narrow:roomy:grid narrow:roomy:gap-4">
        <SectionsPanel {...props} />
        <aside class="order-1 grid min-w-0 gap-3.5 narrow:order-none" aria-label="Your edits, the head and the file">
          <EditsPanel {...props} edits={edits} />
          <HeadPanel {...props} />
          <FilePanel {...props} />
        </aside>
      </div>
      <PagesPanel {...props} />
      {isDirty && (
        <PublishBar
          edits={edits.fresh.length}
          hasBundle={site.publish}
          isPublishing={isPublishing}
          onSee={ask}
          onPublish={onPublish}
        />
      )}
      <p class="sr-only" role="status">
        {editing.said}
      </p>
      {editing.isOvertaken && <Overtaken editor={editor} onPublished={onPublished} />}
      {isAsking && (
        <PublishDialog
          site={site}
          overlay={draft.overlay}
          edits={edits.fresh.length}
          onPublish={onPublish}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function wordsOf({ outcome, crawl }: ChangesPublished): string {
  switch (outcome) {
    case "published":
      return crawl ? "Published. A crawl now makes the other files" : "Published";
    case "notStored":
      return "Published, but the file could not be stored. It is tried again";
    case "same":
      return "Saved. The file stays the same";
    case "afterCrawl":
      return "Saved. The next crawl publishes it";
  }
}
