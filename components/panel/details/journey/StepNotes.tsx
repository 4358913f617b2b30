import { TroubleNote } from './DiagnosticNote';
import type { ToldTrouble, TroubleStep } from './diagnostic-labels';

interface StepNotesProps {
  readonly troubles: readonly ToldTrouble[];
  readonly step: TroubleStep;
}

/** What went wrong at one step of the story. */
export function StepNotes({ troubles, step }: StepNotesProps) {
  const here = troubles.filter((trouble) => trouble.step === step);
  return (
    <>
      {here.map((trouble) => (
        <TroubleNote key={trouble.code} trouble={trouble} />
      ))}
    </>
  );
}
