// The labels in the language that the scripts are bundled for; the bundler drops the labels in other languages.
import { chineseLoginLabels, englishLoginLabels } from '../labels/login-labels.ts';
import type { LoginLabels } from '../labels/login-labels.ts';
import { englishLabels } from '../labels/english-labels.ts';
import { chineseLabels } from '../labels/chinese-labels.ts';
import type { ThemeLabels } from '../labels/chinese-labels.ts';

declare const CHINESE: boolean;

export const labels: ThemeLabels = CHINESE ? chineseLabels : englishLabels;
export const loginLabels: LoginLabels = CHINESE ? chineseLoginLabels : englishLoginLabels;
