#!/usr/bin/env node
import { onNewNode } from '../spec/node-version.ts';

await onNewNode('search-reference', () => import('./serve-command.ts'));
