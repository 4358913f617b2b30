import { type Bound, bounds, type Standing, standing } from './bounds';
import type { Figures } from './figures';

/** Where and how it was measured: figures of one machine say nothing of another. */
export interface Surroundings {
  readonly browser: string;
  readonly processor: string;
  readonly cores: number;
  /** Of the last minute, before the measuring began. */
  readonly load: number;
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
    `Measured on ${where.day} in ${where.browser} (${where.processor}, ${where.cores} cores, load ${where.load} before) by \`npm run bench\`.`,
  ].join('\n');
}

function rowOf(bound: Bound, figures: Figures): string {
  const cell = (value: number | null) => (value === null ? '' : `${number(value)} ${bound.unit}`.trim());
  const stands = words[standing(bound, figures)];
  return `| ${bound.name} | ${cell(bound.value(figures))} | ${cell(bound.must)} | ${cell(bound.aim)} | ${stands} |`;
}

function number(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value);
}
