// `tags` are Eleventy's own collections: a collection for each is work that no page here asks for.
export default {
  layout: 'post.njk',
  permalink: ({ page }) => `posts/${page.fileSlug}/index.html`,
  eleventyComputed: { labels: (data) => data.tags },
};
