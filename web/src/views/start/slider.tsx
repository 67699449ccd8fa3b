import { useLayoutEffect, useRef } from "preact/hooks";

interface SliderProps {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly spoken: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** True for a scale on which equal factors have equal distances, as from 1 to 1,000 pages. */
  readonly logarithmic?: boolean;
  /** Reason why the server would refuse the value; empty if it would not. */
  readonly error: string;
}

const nice = (n: number) => (n > 100 ? Math.round(n / 10) * 10 : Math.round(n));

function scale({ min, max, logarithmic, step }: SliderProps) {
  if (!logarithmic)
    return {
      toShare: (n: number) => (n - min) / (max - min),
      fromShare: (share: number) => Math.round((min + share * (max - min)) / step) * step,
    };
  const factor = Math.log(max / min);
  return {
    toShare: (n: number) => (factor === 0 ? 1 : Math.log(Math.max(min, n) / min) / factor),
    fromShare: (share: number) => nice(min * Math.exp(share * factor)),
  };
}

/** A number that can be typed or set by a slider. */
export function Slider(props: SliderProps) {
  const { id, label, unit, spoken, min, max, value, onChange, error } = props;
  const { toShare, fromShare } = scale(props);
  const slider = useRef<HTMLInputElement>(null);
  const share = Math.min(1, Math.max(0, toShare(value)));
  // Width of the track's filled part, set by the CSSOM: the page's policy forbids style attributes.
  useLayoutEffect(() => slider.current?.style.setProperty("--v", `${share * 100}%`), [share]);
  const type = (typed: string) => {
    const number = Number(typed);
    if (typed !== "" && Number.isFinite(number)) onChange(number);
  };
  return (
    <div class="px-[18px] py-[13px] phone:px-3.5">
      <div class="mb-1 flex items-center justify-between gap-2">
        <label class="font-medium" for={id}>
          {label}
        </label>
        <span class="flex items-baseline gap-[5px] text-[13px] text-ink-3">
          <input
            id={id}
            type="number"
            min={min}
            max={max}
            step={1}
            value={value}
            aria-invalid={error !== ""}
            aria-describedby={`${id}-error`}
            class="h-[26px] w-[60px] appearance-none rounded-md border border-line-2 bg-panel px-[7px] text-right font-mono text-[13px] font-medium text-ink [appearance:textfield] phone:h-8 phone:w-[68px] phone:text-base [&::-webkit-inner-spin-button]:appearance-none"
            onInput={(event) => type(event.currentTarget.value)}
            onBlur={() => onChange(Math.min(max, Math.max(min, Math.round(value))))}
          />
          {unit}
        </span>
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
        aria-valuetext={spoken}
        onInput={(event) => onChange(fromShare(Number(event.currentTarget.value)))}
      />
      <p id={`${id}-error`} role="alert" class="text-[13px] text-bad">
        {error}
      </p>
    </div>
  );
}
