import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { tryImport } from '#components/kit/lazy-import.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { duplicateWindowsMs } from '#core/rules/ingestion/ingestion-profiles';
import type { ActingEntity } from '#core/rules/privacy/actor-check';
import { type Judge, noJudge } from '#core/stream/no-judge';
import { inShownOrder, type RuleSet, type RuleSetId } from '#core/telemetry/findings';
import type { createPanelJudges } from '#panel/capture/panel-judge';
import { askedRuleSets, type LimitedRuleSet } from '#panel/schemas/limited-rule-sets';
import type { PanelSchemas } from '#panel/schemas/panel-schemas';
import type { EventOrigin } from '#panel/schemas/schema-set-limit';
import { ruleChoiceSetting } from './chosen-rule-sets';
import { policySetting } from './policy-setting';

/** The browser's database may never respond. Schemas that come later judge the list once more. */
const SCHEMAS_TIMEOUT_MS = 1_000;

/** The judges of the panel's lists, with the rule sets that are on and the user's policy. Until the rules are loaded, nothing is judged. */
export interface Judges {
  readonly live: ReadonlySignal<Judge>;
  /** Judges imported and stored captures, which the active entity says nothing about. */
  readonly ofCaptures: ReadonlySignal<Judge>;
  /**
   * The rule sets that are on, in the order in which findings are listed; without that of the active entity, and without
   * those that are limited to some events. Null until they are loaded.
   */
  readonly ruleSets: ReadonlySignal<readonly RuleSet[] | null>;
  /** The same with those whose limits an event of this origin meets. `readOrigin` is called only if there are limits. */
  ruleSetsFor(readOrigin: () => EventOrigin): readonly RuleSet[] | null;
  /** The names of all that are on, in the order in which they are shown. */
  readonly ruleSetIds: ReadonlySignal<readonly RuleSetId[]>;
  load(): Promise<void>;
}

export const judgesStore = defineStore(({ app, get }): Judges => {
  const policy = get(policySetting);
  const entities = createEntityTimeline();
  effect(() => entities.note(app.entity.value, app.now()));
  const choice = get(ruleChoiceSetting);
  const rules = signal<PanelRules | null>(null);
  const judgeBy = (entityAt: (at: number) => ActingEntity | null): ReadonlySignal<Judge> => {
    const judges = computed(() => {
      if (rules.value === null) return null;
      const { createPanelJudges, ruleSets, imported, duplicateWindowMs, patterns } = rules.value;
      return createPanelJudges(ruleSets, imported.value, entityAt, duplicateWindowMs, patterns);
    });
    return computed(() => judges.value?.(policy.value) ?? noJudge);
  };
  /** Counts the outcomes of patterns: what asked the rule sets themselves asks again. */
  const outcomes = signal(0);
  effect(() =>
    rules.value?.patterns.onOutcomes(() => {
      outcomes.value = outcomes.peek() + 1;
    }),
  );
  const on = computed((): readonly Pick<LimitedRuleSet, 'ruleSet' | 'appliesTo'>[] | null => {
    if (rules.value === null) return null;
    const { ruleSets, imported } = rules.value;
    void outcomes.value;
    return [...ruleSets.map((ruleSet) => ({ ruleSet, appliesTo: null })), ...imported.value];
  });
  let loading: Promise<void> | null = null;
  const isLate = () => new Promise<void>((resolve) => void app.scheduler.after(SCHEMAS_TIMEOUT_MS, resolve));
  const loadChosen = async (): Promise<void> => {
    const wanted = choice.peek();
    const loaded = await tryImport(async () => {
      const [{ createPanelJudges, loadRuleSets, preloadRuleSets }, { panelSchemasStore }] = await Promise.all([
        import('#panel/capture/panel-judge'),
        import('./panel-schemas-store'),
      ]);
      const schemas = get(panelSchemasStore);
      const [ruleSets] = await Promise.all([loadRuleSets(wanted), Promise.race([schemas.load(), isLate()])]);
      // What cannot be loaded now is loaded, or reported, once it is switched on.
      app.scheduler.whenIdle(() => {
        for (const loading of [preloadRuleSets(), import('../grid/RuleSetMarks')]) loading.catch(() => undefined);
      });
      const { pipeline, pipelineSettings } = wanted;
      const { duplicateWindowMs = duplicateWindowsMs[pipeline] } = pipelineSettings;
      const { ruleSets: imported, patterns } = schemas;
      return { createPanelJudges, ruleSets, imported, patterns, duplicateWindowMs };
    });
    if (wanted !== choice.peek()) return loadChosen();
    loading = null;
    if (loaded !== null) rules.value = loaded;
  };
  let isWanted = false;
  const load = (): Promise<void> => {
    isWanted = true;
    loading ??= loadChosen();
    return loading;
  };
  effect(() => {
    void choice.value;
    if (isWanted) void load();
  });
  return {
    live: judgeBy(entities.at),
    ofCaptures: judgeBy(() => null),
    ruleSets: computed(
      () => on.value?.flatMap(({ ruleSet, appliesTo }) => (appliesTo === null ? [ruleSet] : [])) ?? null,
    ),
    ruleSetsFor: (readOrigin) => on.value && askedRuleSets(on.value, readOrigin),
    ruleSetIds: computed(() => inShownOrder(on.value?.map(({ ruleSet }) => ruleSet.id) ?? [])),
    load: async () => {
      if (rules.peek() === null) await load();
    },
  };
});

interface PanelRules {
  readonly createPanelJudges: typeof createPanelJudges;
  readonly ruleSets: readonly RuleSet[];
  readonly imported: ReadonlySignal<readonly LimitedRuleSet[]>;
  readonly patterns: PanelSchemas['patterns'];
  readonly duplicateWindowMs: number;
}

interface EntityTimeline {
  note(entity: ActingEntity | null, at: number): void;
  /** The entity in use at a time, epoch milliseconds; for earlier times the first that is known. */
  at(time: number): ActingEntity | null;
}

function createEntityTimeline(): EntityTimeline {
  const changes: { readonly at: number; readonly entity: ActingEntity | null }[] = [];
  return {
    note: (entity, at) => void changes.push({ at, entity }),
    at: (time) => (changes.findLast(({ at }) => at <= time) ?? changes[0])?.entity ?? null,
  };
}
