import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../../spec/root.ts';
import { withFunctionList } from './function-list.ts';

const file = fromRoot('reference/query/README.md');
writeFileSync(file, withFunctionList(readFileSync(file, 'utf8')));
