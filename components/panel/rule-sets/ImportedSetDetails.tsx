import { useSignal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import type { ImportedSchema } from '#core/schemas/import-schemas';
import { locationOfProblem } from '#core/schemas/schema-problem';
import { SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';
import { i18n } from '#i18n';
import type { ListedSchemaSet } from '#panel/schemas/panel-schemas';
import { MAX_LIMIT_PATTERNS, type SchemaSet, type SchemaSetColor, schemaSetColors } from '#panel/schemas/schema-set';
import { CommitField } from './CommitField';
import { exportSchemas } from './export-schemas';
import { targetText } from './imported-set-text';
import { SchemaProblems } from './SchemaProblems';
import { setFailureText, showSetFailure } from './staged-schemas';

interface ImportedSetDetailsProps {
  readonly set: ListedSchemaSet;
}

/** The details of a set, and its editable properties. */
export function ImportedSetDetails({ set }: ImportedSetDetailsProps) {
  const stores = useStores();
  const sets = useStore(panelSchemasStore);
  const { toasts } = stores.app;
  const { id, name, contents } = set;
  const change = async (properties: Partial<SchemaSet>) => {
    const result = await sets.change(id, properties);
    if (!result.ok) showSetFailure(stores, result.failure);
  };
  const remove = async () => {
    const removal = await sets.remove(id);
    if (!removal.ok) return showSetFailure(stores, removal.failure);
    const action = { label: () => i18n.t('common.undo'), onSelect: () => void removal.value() };
    toasts.show({ tone: 'info', text: () => i18n.t('schemas.set.removed', { name }), action });
  };
  return (
    <div class="set-details">
      <div class="set-fields">
        <NameField key={name} set={set} />
        <label>
          {i18n.t('schemas.set.color')}
          <SelectBox
            value={set.color}
            options={schemaSetColors.map((color) => [color, colorNames()[color]] as const)}
            onSelect={(color) => void change({ color })}
          />
        </label>
        <PatternsField
          label={i18n.t('schemas.set.sites')}
          placeholder="*.example.org"
          patterns={set.limit.sites}
          onChange={(sites) => void change({ limit: { ...set.limit, sites } })}
        />
        <PatternsField
          label={i18n.t('schemas.set.producers')}
          placeholder="prod.app*"
          patterns={set.limit.producers}
          onChange={(producers) => void change({ limit: { ...set.limit, producers } })}
        />
      </div>
      {contents === null ? (
        <p aria-busy="true" />
      ) : (
        <>
          <SchemaList schemas={contents.active.schemas} files={contents.files} />
          <SchemaProblems problems={contents.newer?.problems ?? contents.active.problems} />
        </>
      )}
      <div class="set-actions">
        <Button icon="export" onClick={() => void exportSchemas(stores, set)}>
          {i18n.t('schemas.set.export')}
        </Button>
        <Button icon="trash" onClick={() => void remove()}>
          {i18n.t('schemas.set.remove')}
        </Button>
      </div>
    </div>
  );
}

function colorNames(): Readonly<Record<SchemaSetColor, string>> {
  return {
    blue: i18n.t('schemas.set.colors.blue'),
    green: i18n.t('schemas.set.colors.green'),
    orange: i18n.t('schemas.set.colors.orange'),
    purple: i18n.t('schemas.set.colors.purple'),
    pink: i18n.t('schemas.set.colors.pink'),
  };
}

/** Renames a set on blur or Enter. */
function NameField({ set: { id, name } }: ImportedSetDetailsProps) {
  const sets = useStore(panelSchemasStore);
  const input = useSignal(name);
  const problem = useSignal<string | undefined>(undefined);
  const rename = async () => {
    if (input.value === name) return;
    if (!SCHEMA_SET_NAME.test(input.value)) {
      problem.value = i18n.t('schemas.set.nameInvalid');
      return;
    }
    const result = await sets.change(id, { name: input.value });
    problem.value = result.ok ? undefined : setFailureText(result.failure);
  };
  return (
    <CommitField
      label={i18n.t('schemas.set.name')}
      input={input}
      error={problem.value}
      announcesError
      onCommit={() => void rename()}
    />
  );
}

interface PatternsFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
}

/** Edits comma-separated patterns. They are applied on blur or Enter. */
function PatternsField({ label, placeholder, patterns, onChange }: PatternsFieldProps) {
  const savedText = patterns.join(', ');
  const input = useSignal(savedText);
  const commit = () => {
    const next = input.value
      .split(/[\s,]+/)
      .filter((pattern) => pattern !== '')
      .slice(0, MAX_LIMIT_PATTERNS);
    input.value = next.join(', ');
    if (input.value !== savedText) onChange(next);
  };
  return <CommitField label={label} input={input} placeholder={placeholder} onCommit={commit} />;
}

/** A set rarely has more schemas. */
const MAX_LISTED_SCHEMAS = 200;

interface SchemaListProps {
  readonly schemas: readonly ImportedSchema[];
  readonly files: number;
}

function SchemaList({ schemas, files }: SchemaListProps) {
  return (
    <section>
      <h3>{i18n.t('schemas.set.schemasIn', files, { n: formatNumber(schemas.length), files: formatNumber(files) })}</h3>
      <ul class="schema-list">
        {schemas.slice(0, MAX_LISTED_SCHEMAS).map((schema, index) => (
          <li key={String(index)}>
            <b>{targetText(schema)}</b>
            <code>{locationOfProblem(schema)}</code>
            <span class="muted">{schema.draft}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
