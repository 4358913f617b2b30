import { DiagnosticNote } from './DiagnosticNote';
import type { DiagnosticLabel, DiagnosticStep } from './diagnostic-labels';

interface StepNotesProps {
  readonly diagnostics: readonly DiagnosticLabel[];
  readonly step: DiagnosticStep;
}

/** What went wrong at one step of the story. */
export function StepNotes({ diagnostics, step }: StepNotesProps) {
  const here = diagnostics.filter((diagnostic) => diagnostic.step === step);
  return (
    <>
      {here.map((diagnostic) => (
        <DiagnosticNote key={diagnostic.code} diagnostic={diagnostic} />
      ))}
    </>
  );
}
