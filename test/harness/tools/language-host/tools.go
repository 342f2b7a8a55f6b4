//go:build tools

// Package tools pins the Node language host: v3.68.0 is the last release of the SDK module that contains it.
package tools

import _ "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"
