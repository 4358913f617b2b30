import type { PreferencesDeps } from '#components/options/preferences-model.ts';
import type { ThemeSetting } from '#extension/protocol/theme-setting';

/** Creates dependencies of the preferences over values in memory. */
export function testPreferences(settings: unknown = undefined) {
  const stored = {
    watched: ['http://localhost/*', 'https://learn.example.org/*'],
    access: ['http://localhost/*', 'https://learn.example.org/*', 'https://id.example.org/*'],
    theme: 'devtools' as ThemeSetting,
    settings,
    bytes: 1_500_000,
    isFull: false,
  };
  const deps: PreferencesDeps = {
    readSites: async () => ({
      watched: stored.watched,
      stopped: stored.access.filter((pattern) => !stored.watched.includes(pattern)),
      fixed: ['http://localhost/*'],
    }),
    watchPattern: async (pattern) => {
      stored.watched = [...stored.watched, pattern];
    },
    stopPattern: async (pattern) => {
      stored.watched = stored.watched.filter((other) => other !== pattern);
    },
    forgetPattern: async (pattern) => {
      stored.watched = stored.watched.filter((other) => other !== pattern);
      stored.access = stored.access.filter((other) => other !== pattern);
    },
    loadTheme: async () => stored.theme,
    saveTheme: async (setting) => {
      if (stored.isFull) throw new Error('QuotaExceededError');
      stored.theme = setting;
    },
    loadSettings: async () => stored.settings,
    changeSettings: async (changes) => {
      stored.settings = { ...(typeof stored.settings === 'object' ? stored.settings : {}), ...changes };
    },
    readUsage: async () => stored.bytes,
    clearCaptures: async () => {
      stored.bytes = 0;
    },
  };
  return { stored, deps };
}
