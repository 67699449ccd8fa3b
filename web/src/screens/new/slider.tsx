import { useLayoutEffect, useRef } from "preact/hooks";

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const nice = (n: number) => (n > 100 ? Math.round(n / 10) * 10 : Math.round(n));

/** A number that can be typed or set by a slider, on which equal factors have equal distances. */
export function Slider({ label, min, max, value, onChange }: SliderProps) {
  const slider = useRef<HTMLInputElement>(null);
  const factor = Math.log(max / min);
  const share = factor === 0 ? 1 : Math.min(1, Math.max(0, Math.log(Math.max(min, value) / min) / factor));
  // Width of the track's filled part, set by the CSSOM: the page's policy forbids style attributes.
  useLayoutEffect(() => slider.current?.style.setProperty("--v", `${share * 100}%`), [share]);
  const type = (typed: string) => {
    const number = Number(typed);
    if (typed !== "" && Number.isFinite(number)) onChange(number);
  };
  return (
    <div class="px-[18px] py-[13px] phone:px-3.5">
      <div class="mb-1 flex items-center justify-between gap-2">
        <label class="font-medium" for="limit">
          {label}
        </label>
        <input
          id="limit"
          type="number"
          min={min}
          max={max}
          step={1}
          value={value}
          class="h-[26px] w-[60px] appearance-none rounded-md border border-line-2 bg-panel px-[7px] text-right font-mono text-[13px] font-medium text-ink [appearance:textfield] phone:h-8 phone:w-[68px] phone:text-base [&::-webkit-inner-spin-button]:appearance-none"
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={() => onChange(Math.min(max, Math.max(min, Math.round(value))))}
        />
      </div>
      <input
        ref={slider}
        type="range"
        class="range"
        min={0}
        max={1}
        step={0.005}
        value={share}
        aria-label={`${label}, slider`}
        aria-valuetext={String(value)}
        onInput={(event) => onChange(nice(min * Math.exp(Number(event.currentTarget.value) * factor)))}
      />
    </div>
  );
}
