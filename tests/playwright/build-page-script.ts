import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundlePageScript } from '#build/bundle-page-script';
import { PAGE_SCRIPT_FILE } from './watched-test';

/** Bundles the page script once for all workers. */
export default async function buildPageScript(): Promise<void> {
  mkdirSync(dirname(PAGE_SCRIPT_FILE), { recursive: true });
  writeFileSync(PAGE_SCRIPT_FILE, await bundlePageScript());
}
