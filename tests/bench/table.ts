import { type Bound, bounds, type Standing, standing } from './bounds';
import type { Figures } from './measurements';

/** Where and how it was measured: figures of one machine say nothing of another. */
export interface Surroundings {
  readonly browser: string;
  readonly processor: string;
  readonly cores: number;
  /** Of the last minute, before the measuring began. */
  readonly load: number;
  /** Share of the processor time that the host gave to other machines meanwhile, from 0 to 1; null where it is not told. */
  readonly stolen: number | null;
  readonly day: string;
}

const words: Readonly<Record<Standing, string>> = {
  aim: 'aim reached',
  must: 'reached',
  missed: 'missed',
  told: '',
};

/** The figures as a Markdown table, with what they must reach. */
export function figuresTable(figures: Figures, where: Surroundings): string {
  const rows = bounds.map((bound) => rowOf(bound, figures));
  const { opsPerSecond, shareOfAjvCompiled } = figures.validate;
  return [
    '| Figure | Measured | Must | Aim | |',
    '|---|---:|---:|---:|---|',
    ...rows,
    `| Validation of one 1 kB event, all findings | ${number(opsPerSecond)} per second | | | |`,
    `| The same, share of ajv compiled | ${number(shareOfAjvCompiled * 100)} % | | | |`,
    '',
    `Measured on ${where.day} in ${where.browser} (${machineText(where)}) by \`npm run bench\`.`,
  ].join('\n');
}

function machineText({ processor, cores, load, stolen }: Surroundings): string {
  const parts = [processor, `${cores} cores`, `load ${load} before`];
  if (stolen !== null) parts.push(`${number(stolen * 100)} % of its time taken by the host meanwhile`);
  return parts.join(', ');
}

function rowOf(bound: Bound, figures: Figures): string {
  const cell = (value: number | null) => (value === null ? '' : `${number(value)} ${bound.unit}`.trim());
  const stands = words[standing(bound, figures)];
  const detail = bound.detail === undefined ? '' : ` (${bound.detail(figures)})`;
  return `| ${bound.name} | ${cell(bound.value(figures))}${detail} | ${cell(bound.must)} | ${cell(bound.aim)} | ${stands} |`;
}

function number(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value);
}
