// For static hosts: copies the Markdown of each article to the address of its page with `.md` appended. Existing files
// are kept. Run `node server/deploy/hosts/markdown.mjs public` after a build. With the argument `headers` it also
// prints lines for a `_headers` file: canonical links, and a sandbox for each HTML file beside an article, because
// Netlify and Cloudflare also serve such files without `.html` or `index.html`. With the argument `titles` it also
// prints the titles for nginx.conf.
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

const sandbox = "Content-Security-Policy: frame-ancestors 'self'; sandbox allow-scripts allow-forms";

const [folder, form] = process.argv.slice(2);
for (const { slug, title, url, api_md_url } of articlesIn(`${folder}/api/posts`)) {
  const file = `/api/posts/${slug}.md`;
  const address = `${url.slice(api_md_url.length - file.length).replace(/\/$/, '')}.md`;
  const target = folder + decodeURI(address);
  // The files beside an article are in the same folder, whether its permalink ends with "/" or with ".html".
  const ownFolder = address.replace(/(?:\.html)?\.md$/, '');
  if (!existsSync(target)) copyFileSync(folder + file, target);
  const encoded = encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const named = `; title*=UTF-8''${encoded}`;
  if (form === 'headers') console.log(`${address}\n  Link: <${url}>; rel="canonical"${named}`);
  if (form === 'headers')
    for (const name of documentsIn(folder + decodeURI(ownFolder))) console.log(`${ownFolder}/${name}\n  ${sandbox}`);
  if (form === 'titles') console.log(`/${slug} "${named}";`);
}

/** All articles, including hidden ones, which no list contains. The folder is missing if the site has only pages. */
function articlesIn(postsFolder) {
  const files = existsSync(postsFolder) ? readdirSync(postsFolder) : [];
  const names = files.filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => JSON.parse(readFileSync(`${postsFolder}/${name}`, 'utf8')));
}

/** The addresses of the HTML files beside an article, without `.html` and `index.html`. */
function documentsIn(articleFolder) {
  const isFolder = statSync(articleFolder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const files = isFolder ? readdirSync(articleFolder, { recursive: true }) : [];
  return files
    .filter((name) => name.endsWith('.html') && name !== 'index.html')
    .map((name) => encodeURI(name.replaceAll('\\', '/').replace(/\.html$/, '')))
    .flatMap((name) =>
      name.endsWith('/index') ? [name, name.replace(/index$/, ''), name.replace(/\/index$/, '')] : [name],
    );
}
