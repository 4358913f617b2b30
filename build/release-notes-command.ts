import { readFileSync } from 'node:fs';
import { changelogSection } from './changelog-section';

// Prints the changelog's section of a tag such as `v1.0.0`.
// Fails if the tag is not the version of package.json.
const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has the version ${version}.`);
const section = changelogSection(readFileSync('CHANGELOG.md', 'utf8'), version);
if (section === null) throw new Error(`CHANGELOG.md has no section for ${version}.`);
process.stdout.write(section);
