import { chooseTheme, letterKeys, setLetterKeys, THEMES, theme } from "../state/preferences.ts";
import { href } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { Box } from "./box.tsx";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { Seg } from "./seg.tsx";

const NAMES = { system: "System", light: "Light", dark: "Dark" } as const;
const CHOICES = THEMES.map((value) => ({ value, label: NAMES[value] }));

/** Theme and keys of the page, kept in this browser. */
export function Preferences() {
  const chosen = useStore(theme);
  const areOn = useStore(letterKeys);
  return (
    <Menu
      label="Appearance and keys"
      button={<Icon name="theme" />}
      buttonClass="btn btn-quiet btn-icon btn-small"
      popClass="w-64 p-3"
    >
      {(close) => (
        <span class="grid gap-3">
          <Seg label="Theme" choices={CHOICES} value={chosen} onChange={chooseTheme} />
          <Box
            label="Single-letter shortcuts"
            class="text-[13.5px]"
            isOn={areOn}
            onChange={(isOn) => setLetterKeys(isOn ? "on" : "off")}
          />
          <a class="roomy:hidden" href={href.validate} onClick={close}>
            Validate a file
          </a>
          <a class="roomy:hidden" href={href.api} onClick={close}>
            API
          </a>
        </span>
      )}
    </Menu>
  );
}
