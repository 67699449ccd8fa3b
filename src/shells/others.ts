import type { Others } from "../fetch/host/host.ts";
import type { AnswerStore } from "../fetch/open.ts";
import type { HostAnswers, SharedHosts } from "../sites/hosts/hosts.ts";

/** How the processes of a database share hosts, and what hosts told them. */
export interface Sharing {
  readonly hosts: SharedHosts;
  readonly answers: HostAnswers;
}

/** What the fetches ask the other processes, by a database that is opened after them. */
export const othersBy = (sharing: () => Sharing): { readonly others: Others; readonly answers: AnswerStore } => ({
  others: {
    share: (name, asked) => sharing().hosts.share(name, asked),
    turn: (origin, asked) => sharing().hosts.turn(origin, asked),
    keepTurn: (origin) => sharing().hosts.keepTurn(origin),
    endTurn: (origin, restMs) => sharing().hosts.endTurn(origin, restMs),
    pause: (host, pauseMs) => sharing().hosts.pause(host, pauseMs),
  },
  answers: {
    recall: (origin) => sharing().answers.recall(origin),
    keep: (answers) => sharing().answers.keep(answers),
  },
});
