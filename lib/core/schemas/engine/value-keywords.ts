import * as Browser from '@hyperjump/browser';
import { addKeyword } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import type { Json } from '#core/json/json';
import { listedText } from '../schema-values';
import { keywordRules } from './keyword-rules';
import { toCanonicalJson } from './keyword-tests';

const KEYWORD = 'https://json-schema.org/keyword';

addKeyword<readonly string[]>({
  id: `${KEYWORD}/enum`,
  compile: async (schema) => Browser.value<readonly Json[]>(schema).map(listedText),
  interpret: (texts, instance) => texts.includes(toCanonicalJson(Instance.value<Json>(instance))),
});

addKeyword<string>({
  id: `${KEYWORD}/const`,
  compile: async (schema) => listedText(Browser.value<Json>(schema)),
  interpret: (text, instance) => text === toCanonicalJson(Instance.value<Json>(instance)),
});

// The library finds no multiple of a fraction below 0, because its remainder is negative.
addKeyword<number>({
  id: `${KEYWORD}/multipleOf`,
  compile: async (schema) => Browser.value<number>(schema),
  interpret: (step, instance) => keywordRules.multipleOf(step).test(Instance.value<Json>(instance)),
});
