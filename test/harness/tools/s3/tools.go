//go:build tools

// Package tools pins an S3-compatible server.
package tools

import _ "github.com/johannesboyne/gofakes3/cmd/gofakes3"
